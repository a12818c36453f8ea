import type { Finding } from '../outcome/finding.ts'

/** What is wrong, where, and on how many operations: "addPet and 3 more: 401 instead of 200". */
export function titleOf([first, ...others]: readonly [Finding, ...Finding[]]): string {
  const names = new Set([first, ...others].map(({ operationId }) => operationId))
  const more = names.size - 1
  return `${first.operationId}${more === 0 ? '' : ` and ${more} more`}: ${first.wrong}`
}
