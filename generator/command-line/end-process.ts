/** A reader that has gone, as `head` goes, is no reason to fail: the exit code says how the command went. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/**
 * Ends the process with a command's exit code, once all that was printed is out. What a configuration leaves open, as the pool
 * of a database, would keep it alive without end.
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
