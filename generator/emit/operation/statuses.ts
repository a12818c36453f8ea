import { isSuccessKey } from '@concordat/runtime/http'
import { type Code, integerCode, joinCode, sourceCode } from '../print/code.ts'
import { globalType, IMPORTED_MODULES, importedType } from '../print/modules.ts'

/** Status types by their first digit. */
const STATUS_RANGES: Readonly<Record<string, Code>> = {
  1: importedType('InformationalStatus', IMPORTED_MODULES.http),
  2: importedType('SuccessStatus', IMPORTED_MODULES.http),
  3: importedType('RedirectStatus', IMPORTED_MODULES.http),
  4: importedType('ClientErrorStatus', IMPORTED_MODULES.http),
  5: importedType('ServerErrorStatus', IMPORTED_MODULES.http),
}

const failureStatus = importedType('FailureStatus', IMPORTED_MODULES.http)
/** Any final status. */
export const anyStatusType = sourceCode`${importedType('SuccessStatus', IMPORTED_MODULES.http)} | ${failureStatus}`

const exclude = globalType('Exclude')

/** Returns the types of the statuses to which a key of `responses` applies, given all keys. */
export function statusTypes(status: string, all: readonly string[]): Code[] {
  if (/^\d+$/.test(status)) return [integerCode(Number(status))]
  const exact = (digits: string) =>
    all.filter((other) => /^\d+$/.test(other) && digits.includes(other.charAt(0)))
  const without = (range: Code, taken: readonly Code[]) =>
    taken.length === 0 ? range : sourceCode`${exclude}<${range}, ${joinCode(taken, ' | ')}>`
  if (status !== 'default') {
    const digit = status.charAt(0)
    return [
      without(
        statusRange(digit),
        exact(digit).map((other) => integerCode(Number(other))),
      ),
    ]
  }
  const ranges = all.filter((other) => /^[345]XX$/.test(other)).map((other) => statusRange(other.charAt(0)))
  const failure = without(failureStatus, [
    ...ranges,
    ...exact('345').map((other) => integerCode(Number(other))),
  ])
  return isSuccessKey(status, all) ? [statusRange('2'), failure] : [failure]
}

function statusRange(digit: string): Code {
  return STATUS_RANGES[digit] ?? failureStatus
}
