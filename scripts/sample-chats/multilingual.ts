/** A group planning a walking tour in many scripts: what tokenizers find hardest after code. */
import type { Chat, ChatMessage } from './chat.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

const ROUNDS = 48;

const SYSTEM =
  'You translate and keep notes for a group that plans a walking tour together. Answer each person in their own language, and end with the plan so far in English. 🗺️';

interface Speaker {
  readonly name: string;
  readonly sentences: readonly string[];
  readonly thanks: string;
}

const SPEAKERS: readonly Speaker[] = [
  {
    name: 'Maren',
    sentences: [
      'Ich würde lieber erst um neun losgehen, weil die Bäckerei vorher nicht aufmacht.',
      'Die Brücke über den Fluss ist gesperrt; wir müssten einen Umweg von etwa vier Kilometern machen.',
      'Könnte jemand Blasenpflaster und eine Straßenkarte mitbringen? Meine ist völlig durchweicht.',
    ],
    thanks: 'Danke, ich habe es aufgeschrieben.',
  },
  {
    name: 'Élodie',
    sentences: [
      "D'après la météo, il pleuvra jusqu'à midi, puis le ciel se dégagera peu à peu.",
      "L'auberge nous garde huit lits, mais il faut confirmer avant dix-huit heures.",
      "J'ai peur que la dernière montée soit trop raide pour mon père : y a-t-il un chemin plus doux ?",
    ],
    thanks: "Merci, c'est noté.",
  },
  {
    name: 'Joaquín',
    sentences: [
      '¿Alguien sabe si el autobús de las siete y cuarto para junto al molino?',
      'Llevaré pan, queso y dos kilos de naranjas; así no dependemos de la tienda.',
      'El niño ya camina quince kilómetros sin quejarse, ¡quién lo diría!',
    ],
    thanks: 'Gracias, queda anotado.',
  },
  {
    name: 'Ольга',
    sentences: [
      'Я бы взяла палатку: ночью у озера холодно, а домики уже заняты.',
      'Дорога через лес короче, но после дождя там по щиколотку воды.',
      'Напишите, пожалуйста, сколько с меня за обед, я переведу вечером.',
    ],
    thanks: 'Спасибо, записано.',
  },
  {
    name: '美咲',
    sentences: [
      '山頂までは三時間ぐらいかかりますが、途中に小さな茶屋があります。',
      '雨具と着替えを忘れないでください。午後は急に寒くなるそうです。',
      '写真は後でまとめて送りますね。昨日の夕焼けは本当にきれいでした。',
    ],
    thanks: 'ありがとうございます。メモしました。',
  },
  {
    name: '晓雨',
    sentences: [
      '我查了一下，最后一班缆车是下午五点半，错过就只能走下山了。',
      '民宿老板说可以帮我们准备早饭，每人十二块，素食也有。',
      '如果路上太滑，我们就改走湖边那条平路，虽然远一点，但是安全。',
    ],
    thanks: '谢谢，已经记下了。',
  },
  {
    name: '지훈',
    sentences: [
      '저는 무릎이 조금 아파서 내리막길에서는 천천히 걸어야 할 것 같아요.',
      '간식은 제가 준비할게요. 견과류 알레르기가 있는 분이 계신가요?',
      '숙소에서 역까지 걸어서 이십 분 정도 걸린다고 합니다.',
    ],
    thanks: '감사합니다. 적어 두었어요.',
  },
  {
    name: 'سلمى',
    sentences: [
      'أفضّل أن نبدأ المشي مبكرًا قبل أن يشتد الحر، وأن نستريح عند النبع.',
      'هل يمكن أن يحضر أحدكم حقيبة إسعاف صغيرة؟ حقيبتي ليست معي.',
      'الطريق القديم جميل جدًا، لكنه ضيق ولا يناسب العربات.',
    ],
    thanks: 'شكرًا، سجّلت ذلك.',
  },
  {
    name: 'अनिता',
    sentences: [
      'मैं सुबह की चाय बनाऊँगी, बस कोई दूध और चीनी ले आए।',
      'गाँव के लोग कहते हैं कि ऊपर वाला रास्ता बरसात में बंद रहता है।',
      'क्या हम शाम को झील के पास रुक सकते हैं? वहाँ से तारे बहुत साफ़ दिखते हैं।',
    ],
    thanks: 'धन्यवाद, मैंने लिख लिया है।',
  },
  {
    name: 'Çağla',
    sentences: [
      'Köydeki fırın öğleden sonra kapanıyormuş, ekmeği sabahtan alalım.',
      'Yağmur yağarsa eski değirmenin altında bekleyebiliriz; çatısı sağlam görünüyor.',
      'Güneş gözlüğümü dünkü çeşmenin başında unutmuşum, gören oldu mu?',
    ],
    thanks: 'Teşekkürler, not ettim.',
  },
  {
    name: 'Ngọc',
    sentences: [
      'Đoạn dốc cuối khá trơn, mọi người nhớ mang giày có đế tốt nhé.',
      'Mình sẽ nấu món phở chay cho bữa tối, ai không ăn được hành thì báo trước.',
      'Nếu xuất phát lúc sáu giờ thì kịp ngắm bình minh trên đồi.',
    ],
    thanks: 'Cảm ơn, mình đã ghi lại.',
  },
  {
    name: 'ปรีชา',
    sentences: ['ถ้าฝนตกหนักเราควรพักที่วัดก่อน แล้วค่อยเดินต่อตอนบ่าย', 'ผมจองรถสองแถวไว้แล้ว คนขับจะรอที่หน้าตลาดตอนแปดโมง'],
    thanks: 'ขอบคุณครับ จดไว้แล้ว',
  },
];

const EMOJI = ['🥾', '🌧️', '☀️', '👍🏽', '👩‍👩‍👧', '🇯🇵', '🏔️', '🍞', '🚌', '😅'];
const STOPS = ['the old mill', 'the spring', 'the lake hut', 'the chapel', 'the ferry', 'the quarry pass', 'the inn'];

export function multilingualChat(): Chat {
  const random = seededRandom(77);
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  for (let round = 1; round <= ROUNDS; round++) {
    const speakers = random.sample(SPEAKERS, 3);
    messages.push({ role: 'user', content: speakers.map((speaker) => remark(random, speaker)).join('\n') });
    messages.push({ role: 'assistant', content: reply(random, speakers, round) });
  }
  return { title: 'Planning a walking tour in twelve languages', messages };
}

function remark(random: SeededRandom, { name, sentences }: Speaker): string {
  const count = 1 + random.below(sentences.length);
  return `${name}: ${random.sample(sentences, count).join(' ')} ${random.pick(EMOJI)}`;
}

function reply(random: SeededRandom, speakers: readonly Speaker[], round: number): string {
  const thanks = speakers.map(({ name, thanks: words }) => `- **${name}**: ${words}`);
  const plan = random
    .sample(STOPS, 4)
    .map((stop, index) => `${index + 1}. ${stop}, ${6 + index * 3}:${10 + random.below(50)}`);
  return `${thanks.join('\n')}\n\nPlan, version ${round}:\n${plan.join('\n')}\n\nTotal: ${18 + random.below(9)}.${random.below(10)} km, ↑ ${400 + random.below(700)} m`;
}
