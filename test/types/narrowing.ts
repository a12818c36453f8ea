import type {
  ByConstant,
  ByNumber,
  ByReference,
  Contradicted,
  Nested,
} from '../golden/discriminator-narrows/expected/types.ts'
import type { Pet } from '../golden/discriminator-on-the-base/expected/types.ts'

/**
 * Compiles only if a base schema with a discriminator becomes, in responses, the union of the schemas that
 * inherit from it.
 */
export function kindOf(pet: Pet): unknown {
  switch (pet.petType) {
    case 'cat':
    case 'kitten':
      return pet.lives
    case 'Bird':
      return pet.order === 'Owl' ? pet.nocturnal : pet.talks
    case 'Python':
      return pet.squeezes
    case 'Snake':
      return pet.length
    case 'Dog':
      return pet.chip
    default:
      return pet.petType satisfies 'pet' | 'Fish'
  }
}

/** Compiles only if the discriminating property distinguishes the alternatives, however it is declared. */
export function told(value: {
  reference: ByReference
  constant: ByConstant
  nested: Nested
  number: ByNumber
  contradicted: Contradicted
}): unknown[] {
  const { reference, constant, nested, number, contradicted } = value
  return [
    reference.petType === 'cat' ? reference.lives : reference.breed,
    constant.kind === 'circle' ? constant.radius : constant.side,
    constant.kind === 'rectangle' ? constant.side : constant.kind,
    nested.petType === 'fish' ? nested.fins : nested.petType === 'dog' ? nested.breed : nested.lives,
    number.level === 1 ? number.first : number.second,
    'radius' in contradicted ? contradicted.radius : contradicted.level,
  ]
}
