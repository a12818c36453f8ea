import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm install` put into a project. */
export interface Installed {
  /** Names, sorted. */
  readonly packages: readonly string[]
  /** Of all files together. */
  readonly bytes: number
}

/** Looks into a project's `node_modules`, npm's own notes left out. */
export function installedIn(folder: string): Installed {
  const modules = join(folder, 'node_modules')
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'))
  const packages = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  const bytes = packages
    .flatMap((name) =>
      readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(modules, name, file),
      ),
    )
    .map((file) => statSync(file))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + size, 0)
  return { packages: packages.sort(), bytes }
}
