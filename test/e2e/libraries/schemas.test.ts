import { join, resolve } from 'node:path'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { FormApi } from '@tanstack/react-form'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { rolldown } from 'rolldown'
import { expect, expectTypeOf, test } from 'vitest'
import { NewPetSchema, OwnerSchema, PetSchema } from '../../golden/outputs-for-libraries/expected/schemas.ts'
import type { NewPet, Pet } from '../../golden/outputs-for-libraries/expected/types.ts'

const root = resolve(import.meta.dirname, '../../..')

test('each schema is a Standard Schema of its type, those that refer to themselves among them', async () => {
  expectTypeOf(PetSchema).toExtend<StandardSchemaV1<Pet, Pet>>()
  const validate = (value: unknown) => PetSchema['~standard'].validate(value)
  const pet = { id: 1, name: 'Rex', friends: [{ id: 2, name: 'Max' }] }
  expect(await validate(pet)).toEqual({ value: pet })
  expect(await validate({ id: 1, name: 'Rex', friends: [{ id: 2, name: '' }] })).toMatchObject({
    issues: [{ path: ['friends', 0, 'name'] }],
  })
})

test('a form library takes one, and shows its messages at the fields', async () => {
  const form = new FormApi({
    defaultValues: { name: '', owner: { email: 'nobody' } } as NewPet,
    validators: { onSubmit: NewPetSchema },
  })
  form.mount()
  await form.handleSubmit()
  expect(form.state.isValid).toBe(false)
  expect(Object.keys(form.state.errorMap.onSubmit ?? {})).toEqual(['name', 'owner.email'])
})

test('a router takes one for its search parameters', async () => {
  const rootRoute = createRootRoute()
  const search = createRoute({ getParentRoute: () => rootRoute, path: '/', validateSearch: OwnerSchema })
  const at = async (url: string) => {
    const router = createRouter({
      routeTree: rootRoute.addChildren([search]),
      history: createMemoryHistory({ initialEntries: [url] }),
    })
    await router.load()
    return router.state.matches.at(-1)
  }
  expect((await at('/?email=rex%40pets.test'))?.search).toEqual({ email: 'rex@pets.test' })
  expect((await at('/?email=rex'))?.status).toBe('error')
})

test('a bundle has only the schemas that are used', async () => {
  const schemas = join(root, 'test/golden/outputs-for-libraries/expected/schemas.ts')
  const bundle = await rolldown({
    input: 'entry',
    cwd: root,
    external: /^@concordat/,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? `export { OwnerSchema } from ${JSON.stringify(schemas)}` : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  expect(output[0].code).toContain('email')
  expect(output[0].code).not.toContain('friends')
})
