import { type Code, sourceCode, stringLiteralCode } from '../print/code.ts'
import type { GeneratedFile } from '../print/generated-file.ts'
import { IMPORTED_MODULES, importedType, importedValue } from '../print/modules.ts'
import {
  arrayText,
  callText,
  fittedText,
  type ObjectEntry,
  objectText,
  type ValueText,
  wordText,
} from '../print/value-text.ts'
import type { FormatPlan } from './format-plan.ts'
import type { ChosenFormat, WireType } from './format-table.ts'
import { type FormatState, innerFormatStates } from './schema-states.ts'

const conversion = importedType('Conversion', IMPORTED_MODULES.formats)
const memberNames = importedValue('memberNames', IMPORTED_MODULES.formats)
const formatType = importedType('Format', IMPORTED_MODULES.formats)

/** A constant printed before the operations. */
type Constant = { readonly name: Code; readonly type: Code; readonly value: Code }

/** Prints states as conversions. Named, shared and recursive states become constants. */
export class ConversionPrinter {
  readonly #plan: FormatPlan
  readonly #file: GeneratedFile
  readonly #definitionNames: ReadonlyMap<FormatState, string>
  readonly #shared: ReadonlySet<FormatState>
  readonly #constants = new Map<FormatState, Code>()
  readonly #schemas: Constant[] = []
  readonly #formats = new Map<ChosenFormat, Constant>()

  /** @param roots the states to print, each repeated as often as it is printed. */
  constructor(plan: FormatPlan, { file, roots }: { file: GeneratedFile; roots: readonly FormatState[] }) {
    this.#plan = plan
    this.#file = file
    this.#definitionNames = new Map(
      [...plan.definitions].map(([name, state]) => [state, name] as const).reverse(),
    )
    this.#shared = sharedStates(roots, plan)
  }

  /** Constants for the formats whose converter is more than an imported name. */
  get formats(): readonly Constant[] {
    return [...this.#formats.values()]
  }

  /** Constants for all states to which the printed code refers. */
  get schemas(): readonly Constant[] {
    return this.#schemas
  }

  /** A conversion nested in another one. */
  reference(state: FormatState): ValueText {
    const name = this.#definitionNames.get(state)
    if (isLeaf(state) || (name === undefined && !this.#shared.has(state))) return this.#text(state)
    return wordText(
      sourceCode`() => ${this.#constants.get(state) ?? this.#constant(state, name ?? 'shared')}`,
    )
  }

  /**
   * Conversion for a body with fields.
   * @param isStyled returns true if a field is written in a style. The nested values of any other field are
   * converted as JSON.
   */
  fields(state: FormatState, isStyled: (name: string) => boolean): ValueText {
    if (state.discriminator !== undefined) return this.reference(state)
    const field = (inner: FormatState) =>
      isLeaf(inner) ? this.reference(inner) : objectText([entry('field', this.reference(inner))])
    const { others } = state
    return objectText([
      ...this.#names(state),
      ...this.#members(state, (name, inner) => (isStyled(name) ? this.reference(inner) : field(inner))),
      ...(this.#plan.converts(others) ? [entry('others', field(others))] : []),
    ])
  }

  #constant(state: FormatState, wanted: string): Code {
    const name = this.#file.local(wanted)
    this.#constants.set(state, name)
    const text = this.#text(state)
    const width = 'const : Conversion = '.length + name.width
    this.#schemas.push({ name, type: conversion, value: fittedText(text, 0, width) })
    return name
  }

  #text(state: FormatState): ValueText {
    const { discriminator, others, prefixItems, items } = state
    const plan = this.#plan
    if (discriminator !== undefined) return this.#choice(state, discriminator)
    const leaf = Object.entries(plan.leaf(state)).map(
      ([wire, format]): ObjectEntry => [wire, this.#converter(format, wire as WireType)],
    )
    const firsts = prefixItems.map((item) => (plan.converts(item) ? this.reference(item) : NOTHING))
    return objectText([
      ...leaf,
      ...this.#names(state),
      ...this.#members(state, (_, inner) => this.reference(inner)),
      ...this.#optional('others', others),
      ...(prefixItems.some((item) => plan.converts(item)) ? [entry('prefixItems', arrayText(firsts))] : []),
      ...this.#optional('items', items),
    ])
  }

  #choice(
    state: FormatState,
    { propertyName, mapping, otherwise }: NonNullable<FormatState['discriminator']>,
  ): ValueText {
    const names = this.#plan.members.changed(state).filter(([wire]) => wire === propertyName)
    const branches = [...mapping].filter(([, branch]) => this.#plan.converts(branch))
    const text = objectText([
      entry('propertyName', wordText(stringLiteralCode(propertyName))),
      ...namesEntry(names),
      entry('mapping', objectText(branches.map(([value, branch]) => [value, this.reference(branch)]))),
      ...this.#optional('otherwise', otherwise),
    ])
    return objectText([entry('discriminator', text)])
  }

  /** The declared properties that are converted; all declared ones if other properties are converted. */
  #members(
    { properties, others }: FormatState,
    print: (name: string, inner: FormatState) => ValueText,
  ): ObjectEntry[] {
    const hasOthers = this.#plan.converts(others)
    const named = [...properties].flatMap(([name, inner]): ObjectEntry[] => {
      if (this.#plan.converts(inner)) return [[name, print(name, inner)]]
      return hasOthers ? [[name, NOTHING]] : []
    })
    return named.length === 0 ? [] : [entry('properties', objectText(named))]
  }

  #names(state: FormatState): ObjectEntry[] {
    return namesEntry(this.#plan.members.changed(state))
  }

  #optional(name: string, inner: FormatState | undefined): ObjectEntry[] {
    return this.#plan.converts(inner) ? [entry(name, this.reference(inner))] : []
  }

  #converter(format: ChosenFormat, wire: WireType): ValueText {
    const { constant, converters } = format
    const value = converters[wire] ?? sourceCode`{}`
    if (constant === undefined) return wordText(value)
    const known = this.#formats.get(format)
    if (known !== undefined) return wordText(known.name)
    const name = this.#file.local(constant)
    this.#formats.set(format, { name, type: formatType, value })
    return wordText(name)
  }
}

/** A conversion without effect. */
const NOTHING = wordText(sourceCode`{}`)

function namesEntry(names: readonly (readonly [wire: string, shown: string])[]): ObjectEntry[] {
  if (names.length === 0) return []
  const table = objectText(names.map(([wire, shown]) => [wire, wordText(stringLiteralCode(shown))]))
  return [entry('names', callText(sourceCode`/* @__PURE__ */ ${memberNames}`, [table]))]
}

function entry(name: string, value: ValueText): ObjectEntry {
  return [name, value]
}

/** True if no other states are nested in the state. */
function isLeaf({ properties, others, prefixItems, items, discriminator }: FormatState): boolean {
  const inner = [...properties.values(), others, ...prefixItems, items, discriminator]
  return inner.every((state) => state === undefined)
}

/** States that are referenced at least twice, by roots or by other states; these include recursive states. */
function sharedStates(roots: readonly FormatState[], plan: FormatPlan): Set<FormatState> {
  const met = new Set<FormatState>()
  const shared = new Set<FormatState>()
  const waiting = [...roots]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (!plan.converts(state) || shared.has(state)) continue
    if (met.has(state)) shared.add(state)
    else {
      met.add(state)
      waiting.push(...innerFormatStates(state))
    }
  }
  return shared
}
