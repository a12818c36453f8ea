import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
export async function writeFiles(outDir: string, files: ReadonlyMap<string, string>) {
  for (const [p, t] of files) {
    mkdirSync(dirname(join(outDir, p)), { recursive: true })
    writeFileSync(join(outDir, p), t)
  }
  return { written: [...files.keys()], unchanged: 0, removed: [] as string[] }
}
export async function compareFiles(_o: string, _f: ReadonlyMap<string, string>) {
  return { stale: [] as string[] }
}
