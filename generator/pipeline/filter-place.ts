import { fragmentOf } from '@concordat/runtime/pointer'
import type { ConfigOrigin } from '../configuration/config-origin.ts'
import { locateInConfigFile } from '../configuration/locate-in-file.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import { describeOptionPath } from '../options/kinds/kind.ts'
import type { FilterPlace } from '../select/unmatched.ts'

const FLAGS = {
  include: { tags: '--tag', operations: '--operation', paths: '--path' },
  exclude: { tags: '--skip-tag', operations: '--skip-operation', paths: '--skip-path' },
} as const

/**
 * Returns a function that locates a filter in the configuration file or, if it was given on the command line,
 * names its option.
 */
export function placeOfFilter(origin: ConfigOrigin | undefined): FilterPlace {
  return ([side, kind, index]) => {
    if (origin === undefined) return { name: FLAGS[side][kind] }
    const path = ['filters', side, kind, index]
    const position = locateInConfigFile(origin.file, [...origin.path, ...path])
    return {
      name: `"${describeOptionPath(path)}"`,
      place: { file: fileDisplayName(origin.file), pointer: fragmentOf(path), ...position },
    }
  }
}
