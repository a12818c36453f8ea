/** Thrown if an external printer rejects a document. The message is the first line of the reason. */
export class PrinterRefusal extends Error {
  constructor(cause: unknown) {
    const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    super(line, { cause })
  }
}
