import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Destination, type DestinationKind, DestinationRefusal } from '../delivery/destination.ts'
import {
  exportFileFormat,
  exportFileName,
  exportFormatProblem,
  writeExportFiles,
} from '../files/export-files.ts'
import { exportRefusals } from '../refusals.ts'
import type { DestinationConfig } from '../tables.ts'

/** A folder on the deployment's own disk. */
export const fileDestinationKind: DestinationKind = {
  type: 'File',
  schema: 'FileDestination',
  address: [],
  check(config) {
    if (!staysBelow(String(config['path']))) return { reason: exportRefusals.pathOutsideRoot, member: 'path' }
    return exportFormatProblem(config)
  },
  open: (config, { exportFolder }) => fileDestination(config, exportFolder),
}

/** Only the files' owner is allowed to read exported files. */
const fileMode = 0o600

/**
 * Writes files into a folder below the allowed root. Their names begin with a dot until all files of the run
 * are complete.
 */
function fileDestination(config: DestinationConfig, root: string): Destination {
  const format = exportFileFormat(config)
  const wanted = path.join(root, String(config['path']))
  const draftName = (name: string) => `.${name}.partial`
  return {
    async deliver(delivery) {
      const folder = await openFolder(wanted, root)
      const nameOf = (index: number) => exportFileName(delivery.name, format, index)
      const count = await writeExportFiles(delivery, format, async (index, content) => {
        const draft = await open(path.join(folder, draftName(nameOf(index))), 'w', fileMode)
        try {
          await draft.writeFile(content)
          await draft.sync()
        } finally {
          await draft.close()
        }
      })
      for (let index = 0; index < count; index += 1) {
        await rename(path.join(folder, draftName(nameOf(index))), path.join(folder, nameOf(index)))
      }
      await removeFrom(folder, { first: count, nameOf })
    },
    async discard({ name }) {
      const folder = await openFolder(wanted, root)
      await removeFrom(folder, { first: 0, nameOf: (index) => exportFileName(name, format, index) })
    },
  }

  /** Removes a run's files and unfinished files, starting from an index. */
  async function removeFrom(
    folder: string,
    { first, nameOf }: { first: number; nameOf: (index: number) => string },
  ): Promise<void> {
    const present = new Set(await readdir(folder))
    const isThere = (name: string) => present.has(name) || present.has(draftName(name))
    for (let index = first; isThere(nameOf(index)); index += 1) {
      await rm(path.join(folder, nameOf(index)), { force: true })
      await rm(path.join(folder, draftName(nameOf(index))), { force: true })
    }
  }
}

/** Creates the folder. A link in its path must not lead out of the root. */
async function openFolder(wanted: string, root: string): Promise<string> {
  await mkdir(wanted, { recursive: true })
  const folder = await realpath(wanted)
  if (!staysBelow(path.relative(await realpath(root), folder))) {
    throw new DestinationRefusal('The path leads outside the export folder.')
  }
  return folder
}

/**
 * True if a path relative to the root leads to the root or below it. Names that consist of three or more dots
 * are ordinary names.
 */
function staysBelow(folder: string): boolean {
  const normal = path.normalize(folder)
  return !path.isAbsolute(normal) && !/^\.\.(?:[/\\]|$)/.test(normal) && !folder.includes('\0')
}
