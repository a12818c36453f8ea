import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** What publint has to say of a folder that is published, suggestions among it. */
export async function publintOf(folder: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: 'npm', level: 'suggestion' })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** Of whom a package of ES modules expects nothing: resolution that is older than `exports`, and `require` in types, where `import()` is meant. */
const NOT_FOR = ['node10', 'node16-cjs']

/** What arethetypeswrong finds in a packed file, as "kind entry resolution". */
export async function wrongTypesOf(tarball: string): Promise<readonly string[]> {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (!result.types) return ['has no types']
  return result.problems
    .map((problem) => {
      const resolution = 'resolutionKind' in problem ? problem.resolutionKind : ''
      return { kind: problem.kind, entry: 'entrypoint' in problem ? problem.entrypoint : '', resolution }
    })
    .filter(({ resolution }) => !NOT_FOR.includes(resolution))
    .map(({ kind, entry, resolution }) => `${kind} ${entry} ${resolution}`)
}
