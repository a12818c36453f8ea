import { spawnSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file system of a few megabytes that can be filled and freed. */
export interface SmallDisk {
  readonly folder: string
  /** Uses up all remaining space except `leave` bytes. */
  fill(leave: number): void
  /** Gives the space back. */
  free(): void
  unmount(): void
}

/**
 * Returns why this machine cannot have a small disk; `undefined` if it can. Mounting needs root, and a kernel
 * that permits it.
 */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-disk-'))
  try {
    mount(folder, 1)
    unmount(folder)
    return undefined
  } catch {
    return 'needs the right to mount'
  } finally {
    rmdirSync(folder)
  }
}

/** Mounts an in-memory file system. @param megabytes its size. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-disk-'))
  mount(folder, megabytes)
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill(leave) {
      const file = openSync(ballast, 'w')
      const block = Buffer.alloc(2 ** 16, 1)
      const { bavail, bsize } = statfsSync(folder)
      try {
        for (let rest = bavail * bsize - leave; rest > 0; rest -= block.length) writeSync(file, block)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    free() {
      // Truncating frees the space at once, even if a process has the file open.
      const file = openSync(ballast, 'a')
      ftruncateSync(file, 0)
      closeSync(file)
    },
    unmount() {
      rmSync(ballast, { force: true })
      unmount(folder)
      rmdirSync(folder)
    },
  }
}

function mount(folder: string, megabytes: number): void {
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'concordat-test', folder)
}

function unmount(folder: string): void {
  // Unmounts lazily, so that processes left over from a failed test do not keep the mount.
  run('umount', '--lazy', folder)
}

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
}
