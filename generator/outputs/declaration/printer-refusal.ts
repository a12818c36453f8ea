/** Thrown if an external printer rejects a document, with a one-line reason. */
export class PrinterRefusal extends Error {
  constructor(cause: unknown) {
    const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    super(line, { cause })
  }
}
