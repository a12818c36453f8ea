/**
 * Tolerates a reader that closes the pipe early, such as `head`. The exit code of the command stays the same.
 */
export function outliveOutputReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/**
 * Ends the process with a command's exit code after all output has been written. Otherwise a resource left
 * open by a configuration, such as a database pool, would keep the process alive.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(flushed))
  process.exit(code)
}

/**
 * Resolves when the output has been written. Waiting is necessary because pipes are asynchronous on some
 * systems.
 */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.write('', () => done())
  })
}
