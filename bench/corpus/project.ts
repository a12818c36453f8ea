import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a project in which our packages are installed, so that `@concordat/runtime/client` resolves through
 * the package's own exports.
 * @param root the checkout.
 */
export function prepareProject(folder: string, root: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/concordat'))
  for (const name of ['@concordat', 'vitest', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}
