import { createInterface } from 'node:readline/promises'
import { ROLE_NAMES, type Role } from '../../outputs/outputs.ts'

/**
 * Asks on a terminal until the answer is a valid role. End of input counts as no answer.
 * @param guess the role if there is no answer.
 */
export async function askRole(
  guess: Role,
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<Role> {
  const terminal = createInterface({ input })
  const ask = () =>
    output.write(`Do you ${ROLE_NAMES.join(', ').replace(/, (?=\w+$)/, ' or ')} the service? [${guess}] `)
  try {
    ask()
    for await (const line of terminal) {
      const answer = line.trim().toLowerCase()
      if (answer === '') return guess
      // One letter is enough.
      const role = ROLE_NAMES.find((name) => name.startsWith(answer))
      if (role !== undefined) return role
      ask()
    }
    return guess
  } finally {
    terminal.close()
  }
}
