import { execFile } from 'node:child_process'

/**
 * Runs Node with these arguments. @returns 0 for success and otherwise 1, and everything that was printed.
 */
export function runChild(
  command: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      { signal, timeout: 300_000, maxBuffer: 64 * 2 ** 20 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    )
  })
}
