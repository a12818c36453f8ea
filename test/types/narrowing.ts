import type {
  ByConstant,
  ByNumber,
  ByReference,
  Contradicted,
  Nested,
} from '../golden/discriminator-narrows/expected/types.ts'

/** Compiles only where the discriminating property tells the alternatives apart, however it is declared. */
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
