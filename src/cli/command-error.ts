/** An error that the command line explains in one line: bad usage or bad input, not a fault of the program. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}
