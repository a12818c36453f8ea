import type { Plugin } from 'rolldown'

const IMPORT = /^import (?:(\w+)(?:, )?)?(?:\{([^}]*)\} )?(?:from )?"(node:[\w/]+)";$/gm

/**
 * Gets Node's own modules without importing them. For an import, Node reads every member of the module, which
 * loads parts that it would load later or never, such as the streams of `node:fs`.
 */
export const builtinModules: Plugin = {
  name: 'builtin-modules',
  renderChunk: {
    order: 'post',
    // An entry may run in a Node that is too old for it, and reports that.
    handler: (code, { isEntry }) => (isEntry ? undefined : { code: code.replace(IMPORT, takeMembers) }),
  },
}

function takeMembers(
  _: string,
  whole: string | undefined,
  members: string | undefined,
  name: string,
): string {
  const module = `process.getBuiltinModule("${name}")`
  return [
    ...(whole === undefined ? [] : [`const ${whole} = ${module};`]),
    ...(members === undefined ? [] : [`const {${members.replaceAll(' as ', ': ')}} = ${whole ?? module};`]),
  ].join(' ')
}
