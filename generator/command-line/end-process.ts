/**
 * A reader that closes the pipe early, as `head` does, is not a failure: the exit code
 * still tells how the command went.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/**
 * Ends the process with a command's exit code, once all that was printed is out. Otherwise anything that a
 * configuration leaves open, such as a database pool, would keep it alive forever.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(flushed))
  process.exit(code)
}

/** On some systems a pipe takes what is written after the call that writes it. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.write('', () => done())
  })
}
