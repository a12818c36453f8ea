import { createHash } from 'node:crypto'
import { copyOfRemoteFile, RemoteFiles } from '../load/read/remote-files.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { documentCacheFolder, documentRemoteOptions } from '../pipeline/remote-options.ts'

/** Digest of the cached copy of a network file. */
export function remoteCopyDigest(address: string, { output }: Config): string {
  const cache = documentCacheFolder(output)
  return cache === undefined ? '' : digestOf(copyOfRemoteFile(address, cache) ?? '')
}

/**
 * Fetches the network files of the last run again. If a server does not respond, the cached copy counts as
 * unchanged; any other failure counts as a change, so that the run is not skipped and reports the failure.
 * @param digests by URL.
 * @returns true if all files are unchanged, and notes about changed and unreachable files.
 */
export async function compareRemoteFiles(
  config: Config,
  digests: readonly (readonly [address: string, digest: string])[],
): Promise<{ readonly isSame: boolean; readonly notes: readonly string[] }> {
  const options = documentRemoteOptions(config)
  if (options === undefined) return { isSame: false, notes: [] }
  const files = new RemoteFiles(config.document, options)
  const changes: string[] = []
  for (const [address, digest] of digests) {
    const bytes = await files.read(address).catch(() => undefined)
    if (bytes === undefined) changes.push(`Concordat cannot read ${fileDisplayName(address)}.`)
    else if (digestOf(bytes) !== digest)
      changes.push(`${fileDisplayName(address)} has changed since the last run.`)
  }
  return {
    isSame: changes.length === 0,
    notes: [
      ...changes,
      ...files.unreached.map(
        ({ address, reason }) =>
          `Concordat cannot reach ${fileDisplayName(address)} (${reason}), so it uses the copy from the last run.`,
      ),
    ],
  }
}

function digestOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}
