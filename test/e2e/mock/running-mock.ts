import type { Project } from '../cli/project.ts'

/** `concordat mock` in its own process. */
export interface RunningMock {
  readonly url: string
  /** Its output, in order of arrival. */
  readonly printed: () => string
  /** @returns the exit code. */
  readonly stop: () => Promise<number>
}

/**
 * Starts `concordat mock openapi.yaml` in a project, on a free port. Without a file, it uses the document in
 * the project's configuration.
 */
export async function startMock(
  project: Project,
  args: readonly string[] = [],
  file: readonly [string] | readonly [] = ['openapi.yaml'],
): Promise<RunningMock> {
  const { child, ended } = project.start(['mock', ...file, '--port', '0', ...args])
  let text = ''
  const url = await new Promise<string>((found, failed) => {
    const note = (chunk: Buffer): void => {
      text += chunk
      const address = /Listening on (\S+)/.exec(text)?.[1]
      if (address !== undefined) found(address)
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    ended.then(({ stderr }) => failed(new Error(stderr)))
  })
  return {
    url,
    printed: () => text,
    async stop() {
      child.kill('SIGTERM')
      return (await ended).status
    },
  }
}
