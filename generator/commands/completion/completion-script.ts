import { didYouMean } from '@concordat/runtime/nearest'
import { UsageError } from '../../errors/problem.ts'
import { bashScript } from './bash.ts'
import { completedCommands } from './completed.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** Returns the completion script for a shell. @throws {UsageError} if the shell is unknown. */
export function completionScript(shell: string): string {
  const names = Object.keys(SCRIPTS)
  const name = Object.keys(SCRIPTS).find((each): each is keyof typeof SCRIPTS => each === shell)
  if (name !== undefined) return SCRIPTS[name](completedCommands())
  throw new UsageError(
    `There is no completion script for "${shell}". Expected: ${names.join(', ')}.${didYouMean(shell, names)}`,
  )
}
