/**
 * Ends the process with a command's exit code, once all that was printed is out. What a configuration leaves open, as the pool
 * of a database, would keep it alive without end.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(flushed))
  process.exit(code)
}

/** A pipe takes what is written after the call that writes it, on some systems, and a reader may have gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.once('error', () => done())
    stream.write('', () => done())
  })
}
