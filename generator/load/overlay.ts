import { exec } from 'jsonpath-rfc9535'
import type { Problem, ProblemCode } from '../errors/problem.ts'
import { type Container, isContainer, isObject, setMember } from './json.ts'
import type { Locator } from './locate.ts'
import type { Origins } from './origin.ts'
import { joinPointer, type Path } from './pointer.ts'

/** An overlay file as it was parsed. */
export interface Overlay {
  readonly location: string
  readonly tree: unknown
}

export interface OverlayOptions {
  readonly origins: Origins
  readonly locator: Locator
  readonly report: (problem: Problem) => void
}

/**
 * Applies overlays one after the other. The document is left as it is: what the overlays change is copied, everything else is
 * part of both trees.
 * @see OpenAPI Overlay Specification 1.0.0; RFC 9535
 */
export function applyOverlays(
  document: Container,
  overlays: readonly Overlay[],
  options: OverlayOptions,
): Draft {
  const draft = new Draft(document, options.origins)
  for (const overlay of overlays) applyOverlay(draft, overlay, options)
  return draft
}

function applyOverlay(draft: Draft, { location, tree }: Overlay, { locator, report }: OverlayOptions): void {
  const fail = (code: ProblemCode, path: Path, text: { message: string; fix: string }) =>
    report({ code, severity: 'error', place: locator.place(location, path), ...text })
  const version = isObject(tree) ? tree['overlay'] : undefined
  if (!isObject(tree) || typeof version !== 'string' || !/^1\.0\.\d+$/.test(version))
    return fail('overlay-invalid', isObject(tree) && 'overlay' in tree ? ['overlay'] : [], {
      message: `The member "overlay" is ${show(version)}; expected a version of the Overlay standard that is supported: "1.0.0".`,
      fix: 'write `overlay: 1.0.0` at the top of the file.',
    })
  const actions = tree['actions']
  if (!Array.isArray(actions) || actions.length === 0)
    return fail('overlay-invalid', 'actions' in tree ? ['actions'] : [], {
      message: 'An overlay has a list "actions" of at least one action.',
      fix: 'list the actions, or leave the overlay out.',
    })
  for (const [index, action] of actions.entries())
    applyAction(draft, action, { location, path: ['actions', String(index)], fail })
}

interface ActionSite {
  readonly location: string
  readonly path: Path
  readonly fail: (code: ProblemCode, path: Path, text: { message: string; fix: string }) => void
}

function applyAction(draft: Draft, action: unknown, { location, path, fail }: ActionSite): void {
  const target = isObject(action) ? action['target'] : undefined
  if (!isObject(action) || typeof target !== 'string')
    return fail('overlay-invalid', path, {
      message: 'An action is an object with a "target", a JSONPath expression.',
      fix: 'add the target.',
    })
  const removes = action['remove'] === true
  if (!removes && !('update' in action))
    return fail('overlay-invalid', path, {
      message: 'An action has an "update", or `remove: true`.',
      fix: 'say what the action does.',
    })
  let matches: readonly Path[]
  try {
    matches = select(draft.root, target)
  } catch (error) {
    return fail('overlay-invalid', [...path, 'target'], {
      message: `The target "${target}" is no JSONPath expression of RFC 9535: ${error instanceof Error ? error.message : error}.`,
      fix: 'correct the expression.',
    })
  }
  if (matches.length === 0)
    return fail('overlay-target-matches-nothing', [...path, 'target'], {
      message: `The target "${target}" selects nothing in the document as it stands at this action.`,
      fix: 'correct the expression, or remove the action.',
    })
  // Backwards, so that the indexes of the items still to be removed stay valid.
  if (removes) for (const match of matches.toReversed()) draft.remove(match)
  else {
    const update = { value: action['update'], location, path: [...path, 'update'] }
    for (const match of matches) {
      const misfit = draft.update(match, update)
      if (misfit === undefined) continue
      fail('overlay-invalid', misfit === 'target' ? [...path, 'target'] : update.path, {
        message:
          misfit === 'target'
            ? `The target "${target}" selects ${joinPointer(match)}, which is neither an object nor an array.`
            : `The target "${target}" selects the object ${joinPointer(match)}, but the update is no object.`,
        fix: 'select the object that holds the value, and update it there.',
      })
      return
    }
  }
}

function select(document: unknown, expression: string): readonly Path[] {
  const matches: Path[] = []
  // The library hands out names in the escaped form of a normalized path.
  exec(document as Parameters<typeof exec>[0], expression, (_, path) => {
    matches.push(path.map((name) => (typeof name === 'number' ? String(name) : unescapeName(name))))
  })
  return matches
}

/** @see RFC 9535, section 2.7: Normalized Paths */
function unescapeName(name: string): string {
  const control: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
  return name.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (control[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** A value of an overlay, and where it is written. */
interface Update {
  readonly value: unknown
  readonly location: string
  readonly path: Path
}

/** A document under change: containers are copied once, when something in them changes first. */
export class Draft {
  root: Container
  readonly #origins: Origins
  readonly #owned = new WeakSet<object>()

  constructor(document: Container, origins: Origins) {
    this.#origins = origins
    this.root = this.#copy(document)
  }

  /** The container at a path, free to be changed. */
  own(path: Path): unknown {
    let node: unknown = this.root
    for (const name of path) {
      if (!isContainer(node)) return undefined
      const child = node[name]
      if (isContainer(child) && !this.#owned.has(child)) node[name] = this.#copy(child)
      node = node[name]
    }
    return node
  }

  /** Makes room for components that are still to be moved in. */
  ownComponents(): void {
    const components = this.own(['components'])
    for (const section of isObject(components) ? Object.keys(components) : [])
      this.own(['components', section])
  }

  /** @returns which side does not fit, when the standard does not define the update. */
  update(path: Path, update: Update): 'target' | 'update' | undefined {
    const target = this.own(path)
    if (Array.isArray(target)) this.#add(asContainer(target), String(target.length), update)
    else if (!isObject(target)) return 'target'
    else if (!isObject(update.value)) return 'update'
    else this.#merge(target, update, update.value)
    return undefined
  }

  remove(path: Path): void {
    const name = path.at(-1)
    const parent = this.own(path.slice(0, -1))
    if (name === undefined || !isContainer(parent)) return
    if (Array.isArray(parent)) this.#removeItem(parent, path)
    else delete parent[name]
  }

  /** Pointers of the topmost nodes that overlays brought, in document order. */
  decided(): readonly string[] {
    const pointers: string[] = []
    const collect = (node: Container, path: Path) => {
      const records = this.#origins.of(node)
      for (const name of Object.keys(node)) {
        const child = node[name]
        if (records?.get(name)?.decided) pointers.push(joinPointer([...path, name]))
        else if (isContainer(child) && this.#owned.has(child)) collect(child, [...path, name])
      }
    }
    collect(this.root, [])
    return pointers
  }

  #merge(target: Container, { location, path }: Update, update: Container): void {
    for (const name of Object.keys(update)) {
      const part = { value: update[name], location, path: [...path, name] }
      const own = Object.hasOwn(target, name) ? this.#ownMember(target, name) : undefined
      if (Array.isArray(own) && Array.isArray(part.value)) {
        for (const [index, value] of part.value.entries())
          this.#add(asContainer(own), String(own.length), {
            value,
            location,
            path: [...part.path, String(index)],
          })
      } else if (isObject(own) && isObject(part.value)) this.#merge(own, part, part.value)
      else this.#add(target, name, part)
    }
  }

  #add(container: Container, name: string, { value, location, path }: Update): void {
    const copy = structuredClone(value)
    this.#ownAll(copy)
    setMember(container, name, copy)
    this.#origins.set(container, name, { location, path, decided: true })
  }

  /** The items behind a removed one move up, and take their origins with them. */
  #removeItem(items: unknown[], path: Path): void {
    const origins = items.map((_, index) =>
      this.#origins.trace(this.root, [...path.slice(0, -1), String(index)]),
    )
    const index = Number(path.at(-1))
    items.splice(index, 1)
    origins.splice(index, 1)
    this.#origins.replace(asContainer(items), new Map(origins.map((origin, at) => [String(at), origin])))
  }

  #ownMember(container: Container, name: string): unknown {
    const child = container[name]
    if (isContainer(child) && !this.#owned.has(child)) setMember(container, name, this.#copy(child))
    return container[name]
  }

  #ownAll(node: unknown): void {
    if (!isContainer(node)) return
    this.#owned.add(node)
    for (const name of Object.keys(node)) this.#ownAll(node[name])
  }

  #copy<T extends Container>(container: T): T {
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as T
    this.#origins.replace(copy, this.#origins.of(container))
    this.#owned.add(copy)
    return copy
  }
}

/** An array by its indexes as names. */
function asContainer(items: unknown[]): Container {
  return items as unknown as Container
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value)
}
