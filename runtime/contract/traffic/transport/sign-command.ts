import { promisify } from 'node:util'
import { isObject } from '@concordat/runtime/json'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import type { Sign } from './sign.ts'

const TIMEOUT_MS = 30_000

/**
 * Runs a user's command in the shell, within 30 seconds. `node:child_process` is imported only here, because
 * the generator loads this file but runs no command.
 * @param input sent to the command's standard input.
 * @returns the command's output. Rejects if the command fails.
 */
export async function runShellCommand(command: string, input?: string): Promise<string> {
  const { execFile } = await import('node:child_process')
  const running = promisify(execFile)('/bin/sh', ['-c', command], { timeout: TIMEOUT_MS })
  // Ignores the error if a command that does not read its input ends before all of it is written.
  running.child.stdin?.on('error', () => undefined).end(input)
  return (await running).stdout
}

/**
 * Signs with a user's shell command. The command reads the request as JSON from its standard input (`method`,
 * `url`, `headers`, and `body` in base64) and prints a JSON object whose properties are the headers to set.
 */
export function signByCommand(command: string): Sign {
  return async ({ method, url, headers, body }) => {
    const request = {
      ...{ method, url: url.href, headers: Object.fromEntries(headers) },
      ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
    }
    const printed = answerJsonOfText(await runShellCommand(command, JSON.stringify(request)))
    if (!isTexts(printed))
      throw new Error(
        `the command did not print a JSON object whose values are strings. Expected: {"x-signature": "…"}.`,
      )
    for (const [name, value] of Object.entries(printed)) headers.set(name, value)
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string')
}
