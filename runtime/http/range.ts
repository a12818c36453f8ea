/**
 * The version range of this package with which the same generated code works. Before 1.0, each minor version
 * may change the output. A test compares the range with package.json.
 */
export const RANGE = '0.2'

/**
 * Compares the version range stated by generated code with this package's range.
 * @param printedFor absent for a document read in the same process, without generated code.
 * @throws {Error} with both versions, and with instructions to fix the mismatch.
 */
export function assertRange(printedFor: string | undefined): void {
  if ((printedFor ?? RANGE) === RANGE) return
  throw new Error(
    `This code was generated for @concordat/runtime ${printedFor}, not for ${RANGE}. Fix: npx concordat@${RANGE} generate`,
  )
}
