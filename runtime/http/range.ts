/**
 * Versions of this package that the same generated code runs on: before 1.0 each minor version may change the
 * output. A test compares it with package.json.
 */
export const RANGE = '0.2'

/**
 * Compares the range stated by generated code with this package's.
 * @param printedFor absent for a document read in the same process, without generated code.
 * @throws {Error} with both versions, and the remedy.
 */
export function assertRange(printedFor: string | undefined): void {
  if ((printedFor ?? RANGE) === RANGE) return
  throw new Error(
    `Generated for @concordat/runtime ${printedFor}, not for ${RANGE}. Fix: npx concordat@${RANGE} generate`,
  )
}
