import { isObject } from '@concordat/runtime/json'
import { didYouMean } from '@concordat/runtime/nearest'
import { fragmentOf } from '@concordat/runtime/pointer'
import { quoteInProblem } from '../../errors/quote.ts'
import type { DocumentReader } from '../read/read.ts'
import { fileDisplayName, isNetworkSource } from '../source/file-name.ts'
import type { Container } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import { bareReference, followPath, MAX_HOPS, type NodeSource } from '../source/reference.ts'

/** Resolves references to the current document and to all files read so far. */
export class BundleReferences {
  readonly #document: Container
  readonly #file: string
  readonly #reader: DocumentReader

  constructor(document: Container, { file, reader }: { file: string; reader: DocumentReader }) {
    this.#document = document
    this.#file = file
    this.#reader = reader
  }

  /** Final target of a reference or a chain of references. */
  resolve(reference: string, file: string): NodeSource | 'cycle' | undefined {
    let target = this.#reader.addresses.resolve(reference, file)
    for (let hops = 0; target !== undefined; hops++) {
      if (hops === MAX_HOPS) return 'cycle'
      const step = followPath(this.#tree(target.file), target.path)
      const onward = step.found ? bareReference(step.value) : step.reference
      if (onward === undefined) return step.found && !this.#isDocument(target) ? target : undefined
      const next = this.#reader.addresses.resolve(onward, target.file)
      target = next && { file: next.file, path: [...next.path, ...(step.found ? [] : step.rest)] }
    }
    return undefined
  }

  /** A mutable copy of a node. */
  copy(target: NodeSource): unknown {
    const step = followPath(this.#tree(target.file), target.path)
    return step.found ? structuredClone(step.value) : undefined
  }

  /** Explains why a reference has no target. */
  explain(reference: string, file: string): Omit<ProblemAtPath, 'path' | 'reading'> {
    const target = this.#reader.addresses.resolve(reference, file)
    if (target === undefined && leadsToDisk.test(reference))
      return isNetworkSource(file) ? fromNetworkToDisk(reference) : outsideRoot(reference)
    if (target === undefined)
      return unresolvable(
        `${quoteInProblem(reference)} is not a valid reference; expected a file name or a URL, a JSON Pointer after "#", or both.`,
      )
    const name = fileDisplayName(target.file)
    const failure = this.#reader.failure(target.file)
    switch (failure?.reason) {
      case 'remote':
        return isNetworkSource(this.#file)
          ? {
              code: 'remote-reference',
              severity: 'warning',
              message: `${quoteInProblem(reference)} points outside the root address; Concordat reads files only below it.`,
              fix:
                URL.parse(target.file)?.origin === URL.parse(this.#file)?.origin
                  ? `set \`--root\` (in the configuration, \`root\`) to an address that contains all the files, or ${ALLOW}.`
                  : `${ALLOW}.`,
            }
          : {
              code: 'remote-reference',
              severity: 'warning',
              message: `${quoteInProblem(reference)} points to an address that Concordat is not allowed to read.`,
              fix: `${ALLOW}, or download the file and refer to the copy.`,
            }
      case 'outside':
        return outsideRoot(reference)
      // An error, because reading the reference leniently would lose the whole file: its operations, or a
      // schema's keywords.
      case 'unreadable':
        return unresolvable(
          `${quoteInProblem(reference)} points to the file ${quoteInProblem(name)}, which cannot be read (${failure.message}).`,
          'error',
        )
      case 'syntax':
        return unresolvable(
          `${quoteInProblem(reference)} points to ${quoteInProblem(name)}. ${failure.problem.message}`,
          'error',
        )
    }
    if (this.#isDocument(target))
      return unresolvable(
        `${quoteInProblem(reference)} points to the whole document; expected one object in it.`,
      )
    return unresolvable(`${quoteInProblem(reference)} has no target: ${this.#describeMissing(target, name)}`)
  }

  /**
   * Returns a sentence about the first missing step of a path, which suggests a similar name if there is one.
   */
  #describeMissing({ file, path }: NodeSource, name: string): string {
    const step = followPath(this.#tree(file), path)
    const rest = step.found ? [] : step.rest
    const above = path.slice(0, path.length - rest.length)
    const parent = followPath(this.#tree(file), above)
    const [missing = ''] = rest
    const names = parent.found && isObject(parent.value) ? Object.keys(parent.value) : []
    const where = above.length === 0 ? '' : ` in ${fragmentOf(above)}`
    return `${quoteInProblem(name)} has no ${quoteInProblem(missing)}${where}.${didYouMean(missing, names)}`
  }

  #tree(file: string): unknown {
    return file === this.#file ? this.#document : this.#reader.tree(file)
  }

  #isDocument({ file, path }: NodeSource): boolean {
    return file === this.#file && path.length === 0
  }
}

const ALLOW = 'allow its address with `--remote ADDRESS` or with `remotes` in the configuration'

/**
 * References that have no target only because they lead from the network to the disk: `file:` URLs, and
 * references without a protocol, which are always valid.
 */
const leadsToDisk = /^(?:file:|(?![a-z][\w+.-]*:|[\\/]{2}))/i

function outsideRoot(reference: string): Omit<ProblemAtPath, 'path' | 'reading'> {
  return {
    code: 'reference-outside-root',
    severity: 'error',
    message: `${quoteInProblem(reference)} points outside the root folder; Concordat reads files only there.`,
    fix: 'move the file into the root folder, or set `--root` (in the configuration, `root`) to a folder that contains all the files.',
  }
}

function fromNetworkToDisk(reference: string): Omit<ProblemAtPath, 'path' | 'reading'> {
  return {
    code: 'reference-outside-root',
    severity: 'error',
    message: `${quoteInProblem(reference)} points from a remote file to a local one, which is not allowed.`,
    fix: 'refer to an address, or download the remote file and use the copy.',
  }
}

function unresolvable(
  message: string,
  severity: ProblemAtPath['severity'] = 'warning',
): Omit<ProblemAtPath, 'path' | 'reading'> {
  return {
    code: 'unresolvable-reference',
    severity,
    message,
    fix: 'correct the reference, or add what it refers to.',
  }
}
