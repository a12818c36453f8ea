/** Why a printer that is not ours does not take a document, in one line. */
export class PrinterRefusal extends Error {
  constructor(cause: unknown) {
    const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    super(line, { cause })
  }
}
