import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { runShellCommand } from '../transport/sign-command.ts'

/**
 * Runs a user's command in the shell, with `{scopes}` replaced. The last line that the command prints is the
 * key, or JSON with the key in the property "key" or "token".
 * @param name The setting that contains the command, for error messages.
 * @throws TargetError if the command fails or prints no key.
 */
export async function keyFromCommand(
  command: string,
  scopes: readonly string[],
  name = 'CONCORDAT_KEY_COMMAND',
): Promise<string> {
  const line = command.replaceAll('{scopes}', quote(scopes.join(',')))
  const output = await runShellCommand(line).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TargetError(`${name} failed: ${reason.trim()}`, { cause: error })
  })
  const key = keyIn(output.trim().split('\n').at(-1) ?? '')
  if (key === undefined) throw new TargetError(`${name} printed no key. Expected: the key, or {"key": "…"}.`)
  return key
}

function keyIn(text: string): string | undefined {
  if (!text.startsWith('{')) return text || undefined
  const { key, token } = Object(answerJsonOfText(text)) as { key?: unknown; token?: unknown }
  return [key, token].find((value) => typeof value === 'string')
}

/** Quotes scopes, because they come from a document. A shell reads text in single quotes literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
