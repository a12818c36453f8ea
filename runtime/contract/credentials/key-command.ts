import { promisify } from 'node:util'
import { jsonOf } from '../exchange/json-text.ts'
import { TargetError } from '../outcome/target-error.ts'

const TIMEOUT_MS = 30_000

/**
 * Runs a command of the user's own in the shell, `{scopes}` replaced. It prints the key, or one line of JSON whose member
 * "key" or "token" is the key.
 * @param name What configured the command, as an error says it.
 * @throws TargetError when it fails or prints no key.
 */
export async function keyFromCommand(
  command: string,
  scopes: readonly string[],
  name = 'CONCORDAT_KEY_COMMAND',
): Promise<string> {
  const line = command.replaceAll('{scopes}', quote(scopes.join(',')))
  // Generating loads this file for the rules, and runs no command.
  const { execFile } = await import('node:child_process')
  const output = await promisify(execFile)('/bin/sh', ['-c', line], { timeout: TIMEOUT_MS }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new TargetError(`${name} failed: ${reason.trim()}`, { cause: error })
    },
  )
  const key = keyIn(output.stdout.trim().split('\n').at(-1) ?? '')
  if (key === undefined) throw new TargetError(`${name} printed no key. Expected: the key, or {"key": "…"}.`)
  return key
}

function keyIn(text: string): string | undefined {
  if (!text.startsWith('{')) return text || undefined
  const { key, token } = Object(jsonOf(text)) as { key?: unknown; token?: unknown }
  return [key, token].find((value) => typeof value === 'string')
}

/** Scopes come from a document: in single quotes a shell takes them as they are. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
