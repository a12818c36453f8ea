/**
 * Versions of this package that one piece of generated code runs on: before 1.0 each second number may change
 * the output. A test holds it to the version in package.json.
 */
export const RANGE = '0.2'

/**
 * Compares the range that generated code states with this package's own.
 * @param printedFor absent for what was not printed: a document that is read in the same process.
 * @throws Error that names both, and the way out.
 */
export function assertRange(printedFor: string | undefined): void {
  if ((printedFor ?? RANGE) === RANGE) return
  throw new Error(
    `Generated for @concordat/runtime ${printedFor}, not for ${RANGE}. Fix: npx concordat@${RANGE} generate`,
  )
}
