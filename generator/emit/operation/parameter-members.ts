import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { Model } from '../../model/model.ts'
import type { TypeMember } from '../print/type-text.ts'
import { lowerSchema } from '../schema/lower.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { loweredType, loweredTypeOrUndefined, printedSchemaDoc } from '../schema/type.ts'

/**
 * Creates the properties for parameters in request types. The property for a shared parameter is created only
 * once.
 */
export class ParameterMembers {
  readonly #notes: Model['parameterNotes']
  readonly #context: LowerContext
  readonly #made = new Map<ParameterDescriptor, TypeMember>()

  constructor(notes: Model['parameterNotes'], context: LowerContext) {
    this.#notes = notes
    this.#context = context
  }

  member(parameter: ParameterDescriptor): TypeMember {
    const known = this.#made.get(parameter)
    if (known !== undefined) return known
    const member = this.#make(parameter)
    this.#made.set(parameter, member)
    return member
  }

  #make(parameter: ParameterDescriptor): TypeMember {
    const { name, as = name, required, schema = true } = parameter
    const lowered = lowerSchema(schema, this.#context)
    const { description, deprecated } = this.#notes.get(parameter) ?? {}
    const type = loweredType(lowered)
    return {
      name: as,
      type: this.#context.allowUndefined && required !== true ? loweredTypeOrUndefined(type) : type,
      isOptional: required !== true,
      doc: printedSchemaDoc({
        ...lowered,
        ...(description !== undefined && { description }),
        ...(deprecated === true && { deprecated }),
      }),
    }
  }
}
