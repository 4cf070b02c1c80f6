/** One message of a recorded chat. What else a recording says of it is not text for the model, and is left out. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** How the messages of a chat become the one text that a model is given. */
export interface ChatForm {
  readonly message: (message: ChatMessage) => string;
  /** What stands behind the last message. */
  readonly end: string;
}

/** ChatML: for vocabularies with its two special tokens each message lies between them, for others they are text like other text. */
export const CHAT_ML: ChatForm = {
  message: ({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`,
  end: '<|im_start|>assistant\n',
};

/** Text without any special token, as where a chat is pasted into a prompt. */
export const PLAIN: ChatForm = {
  message: ({ role, content }) => `${role}: ${content}\n`,
  end: '',
};
