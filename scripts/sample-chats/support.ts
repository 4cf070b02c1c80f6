/** A long support chat: prose, order numbers, lists, quoted e-mail and a few pasted log lines. */
import type { Chat, ChatMessage } from './chat.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

const TURNS = 34;

const SYSTEM = `You help customers of Harrow & Finch, a small shop for kitchen scales, thermometers and timers.
Be brief and warm. Ask for the order number before you look anything up. Never promise a delivery date: give a range.
Refunds up to 60 euros need no approval; above that, open a case and say that a colleague answers within one working day.
Never read out card numbers, and mask e-mail addresses like this: j***@example.com.`;

const PRODUCTS = [
  'Linnet pocket scale',
  'Curlew oven thermometer',
  'Dunnock egg timer',
  'Wren milk thermometer',
  'Heron platform scale',
  'Siskin probe set',
];
const PROBLEMS = [
  'shows "Lo" although I put in fresh batteries yesterday',
  'drifts by four or five grams when the kitchen gets warm',
  'arrived with a hairline crack in the glass, right above the on switch',
  'will not pair with my phone any more since the last update',
  'beeps twice and then goes dark as soon as I press tare',
  'was meant to be a gift and the parcel has been "out for delivery" for three days',
  'counts down from the wrong number whenever I set more than 60 minutes',
];
const FEELINGS = [
  "I don't want to make a fuss, but it's the second one this year.",
  'Honestly I like it a lot otherwise, and my daughter uses it every day after school.',
  "It's not urgent; I'd just like to know whether it's me or the device.",
  'I bake for a market stall on Saturdays, so I would be glad of an answer before then!',
  "Your shop was recommended to me by a friend, so I'm sure we can sort this out.",
];
const CHECKS = [
  'Please hold the tare button for ten seconds until the display shows "rSt", then let go.',
  'Could you take the batteries out, wait a full minute, and put them back the other way round once? That clears the memory.',
  'Is the little plastic strip below the sensor still in place? It is easy to miss, as it is nearly clear.',
  'Set it on a stone or tiled surface, away from the hob, and weigh the same thing three times.',
  'In the app, go to Devices, swipe the entry to the left, choose Forget, and pair again with Bluetooth switched off and on in between.',
  'Have a look at the serial number on the underside: does it begin with HF-22 or with HF-23?',
];
const OUTCOMES = [
  'That did it, thank you! It now shows the same weight three times in a row (250.0 g, 250.0 g, 250.1 g).',
  "No change, I'm afraid. It still does exactly the same thing; I tried it twice to be sure.",
  'Half a success: it switches on again, but the numbers are still off by about 2%.',
  'The serial number begins with HF-23, and there is a small "B" printed next to it.',
  "I couldn't find that strip. Is it possible that mine never had one?",
];
const OFFERS = [
  'Then it is a known fault of that batch, and it is ours to mend. I can send a new one, or refund the price to the card you paid with.',
  'A replacement leaves our warehouse tomorrow; it usually takes two to five working days. You need not send the old one back.',
  'I have opened a case for you, and a colleague will answer by e-mail within one working day.',
  'I would rather not guess here, so I have asked our workshop. Meanwhile, please keep the box and the receipt.',
];

export function supportChat(): Chat {
  const random = seededRandom(2024);
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  for (let turn = 0; turn < TURNS; turn++) {
    messages.push({ role: 'user', content: question(random, turn) });
    messages.push({ role: 'assistant', content: answer(random, turn) });
  }
  return { title: 'A support chat about kitchen scales', messages };
}

function question(random: SeededRandom, turn: number): string {
  const product = random.pick(PRODUCTS);
  const lines = [
    turn === 0 ? 'Hello! ' : `${random.pick(OUTCOMES)} `,
    `${turn === 0 ? 'I have' : 'Another thing:'} a ${product} (order ${orderNumber(random)}), and it ${random.pick(PROBLEMS)}. `,
    random.pick(FEELINGS),
  ];
  const attachment = random.pick([quotedMail, appLog, () => '', () => '']);
  return `${lines.join('')}${attachment(random)}`;
}

function answer(random: SeededRandom, turn: number): string {
  const steps = random.sample(CHECKS, 2 + random.below(3)).map((check, index) => `${index + 1}. ${check}`);
  const closing = turn % 3 === 2 ? random.pick(OFFERS) : 'Tell me what you see, and we will take it from there.';
  return `Thank you, I have your order in front of me. Let's try this first:\n\n${steps.join('\n')}\n\n${closing}\n\n${receipt(random)}`;
}

function receipt(random: SeededRandom): string {
  const rows = random.sample(PRODUCTS, 2).map((product) => {
    const cents = 990 + random.below(70) * 50;
    return `| ${product} | ${1 + random.below(3)} | ${(cents / 100).toFixed(2)} EUR |`;
  });
  return `| Item | Number | Price |\n|---|---:|---:|\n${rows.join('\n')}`;
}

function quotedMail(random: SeededRandom): string {
  return `\n\nThis is what your e-mail said:\n\n> Dear customer,\n> your parcel ${orderNumber(random)} was handed to the carrier on ${date(random)} at ${time(random)}.\n> You will find the tracking link in your account.\n>\n> Harrow & Finch\n`;
}

function appLog(random: SeededRandom): string {
  const line = (): string =>
    `${date(random)}T${time(random)}.${100 + random.below(900)}Z WARN ble: device ${hex(random)} rssi=-${50 + random.below(45)} retry=${random.below(4)}`;
  return `\n\nThe app lets me copy a log, maybe that helps:\n\n\`\`\`\n${Array.from({ length: 6 }, line).join('\n')}\n\`\`\``;
}

function orderNumber(random: SeededRandom): string {
  return `HF-${100_000 + random.below(900_000)}`;
}

function date(random: SeededRandom): string {
  return `2026-0${1 + random.below(9)}-${10 + random.below(18)}`;
}

function time(random: SeededRandom): string {
  return `${10 + random.below(10)}:${10 + random.below(50)}:${10 + random.below(50)}`;
}

function hex(random: SeededRandom): string {
  return Array.from({ length: 4 }, () => (16 + random.below(240)).toString(16)).join(':');
}
