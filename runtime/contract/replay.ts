/** What a run has to be told to repeat one check. */
export interface ReplayOptions {
  readonly baseUrl: string
  readonly operationId: string
  readonly rule: string
  readonly seed: string
}

/** The command that runs one rule on one operation again with the same requests. */
export function replay({ baseUrl, operationId, rule, seed }: ReplayOptions): string {
  return [
    'concordat verify',
    word(baseUrl),
    '--operation',
    word(operationId),
    '--rule',
    word(rule),
    '--seed',
    word(seed),
  ].join(' ')
}

/** A word for a POSIX shell: in quotes where it needs them. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
