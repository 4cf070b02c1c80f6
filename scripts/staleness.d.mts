export function isStale(product: string, sources: readonly string[]): boolean;
export function addonFile(): string;
