import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Returns publint's messages about a packed file, including suggestions. */
export async function publintOf(packed: Buffer<ArrayBuffer>): Promise<readonly string[]> {
  const tarball = Uint8Array.from(packed).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, level: 'suggestion' })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/**
 * Resolution modes that a package of ES modules does not support: those older than `exports`, and `require`
 * instead of `import()` in types.
 */
const NOT_FOR = ['node10', 'node16-cjs']

/** Returns the problems that arethetypeswrong finds in a packed file, as "kind entry resolution". */
export async function wrongTypesOf(packed: Uint8Array): Promise<readonly string[]> {
  const result = await checkPackage(createPackageFromTarballData(packed))
  if (!result.types) return ['has no types']
  return result.problems
    .map((problem) => {
      const resolution = 'resolutionKind' in problem ? problem.resolutionKind : ''
      return { kind: problem.kind, entry: 'entrypoint' in problem ? problem.entrypoint : '', resolution }
    })
    .filter(({ resolution }) => !NOT_FOR.includes(resolution))
    .map(({ kind, entry, resolution }) => `${kind} ${entry} ${resolution}`)
}
