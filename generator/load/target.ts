import { fragmentOf } from '@concordat/runtime/pointer'
import type { Finding } from './finding.ts'
import type { Container } from './json.ts'
import { displayName } from './locate.ts'
import type { Reader } from './read.ts'
import { follow, MAX_HOPS, onlyReference, parseReference, type Target } from './reference.ts'

/** Finds what references lead to, in the document under work and in all files that were read. */
export class Targets {
  readonly #document: Container
  readonly #location: string
  readonly #reader: Reader

  constructor(document: Container, { location, reader }: { location: string; reader: Reader }) {
    this.#document = document
    this.#location = location
    this.#reader = reader
  }

  /** The node that a reference leads to in the end, through any number of others. */
  resolve(reference: string, location: string): Target | 'cycle' | undefined {
    let target = parseReference(reference, location)
    for (let hops = 0; target !== undefined; hops++) {
      if (hops === MAX_HOPS) return 'cycle'
      const step = follow(this.#tree(target.location), target.path)
      const onward = step.found ? onlyReference(step.value) : step.reference
      if (onward === undefined) return step.found && !this.#isDocument(target) ? target : undefined
      const next = parseReference(onward, target.location)
      target = next && { location: next.location, path: [...next.path, ...(step.found ? [] : step.rest)] }
    }
    return undefined
  }

  /** A copy of a node, free to be changed. */
  copy(target: Target): unknown {
    const step = follow(this.#tree(target.location), target.path)
    return step.found ? structuredClone(step.value) : undefined
  }

  /** Why a reference leads to nothing. */
  explain(reference: string, location: string): Omit<Finding, 'path'> {
    const target = parseReference(reference, location)
    if (target === undefined)
      return unresolvable(
        `"${reference}" is no URL; expected the name of a file, a JSON Pointer behind "#", or both.`,
      )
    const file = displayName(target.location)
    switch (this.#reader.failure(target.location)?.reason) {
      case 'remote':
        return {
          code: 'remote-reference',
          severity: 'error',
          message: `"${reference}" leads to the network, which is never asked; expected a file.`,
          fix: 'download the file and refer to the copy.',
        }
      case 'unreadable':
        return unresolvable(`"${reference}" leads to nothing; expected a file "${file}" that can be read.`)
      case 'syntax':
        return unresolvable(
          `"${reference}" leads to a file that is neither well-formed YAML nor JSON: "${file}".`,
        )
    }
    if (this.#isDocument(target))
      return unresolvable(`"${reference}" leads to the whole document; expected one object of it.`)
    return unresolvable(
      `"${reference}" leads to nothing; expected a node ${fragmentOf(target.path)} in "${file}".`,
    )
  }

  #tree(location: string): unknown {
    return location === this.#location ? this.#document : this.#reader.tree(location)
  }

  #isDocument({ location, path }: Target): boolean {
    return location === this.#location && path.length === 0
  }
}

function unresolvable(message: string): Omit<Finding, 'path'> {
  return {
    code: 'unresolvable-reference',
    severity: 'error',
    message,
    fix: 'correct the reference, or add what it names.',
  }
}
