/** The options type `Options` with every option there, as it stands once the defaults are filled in. */
export type Complete<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };
