import { useForm } from '@tanstack/react-form'
import { useState } from 'react'
import { NewPetSchema } from '../../../golden/outputs-for-libraries/expected/schemas.ts'
import type { NewPet } from '../../../golden/outputs-for-libraries/expected/types.ts'

const EMPTY: NewPet = { name: '', owner: { email: '' } }

/** A form of TanStack Form, which validates by a generated schema. */
export function TanStackFormPage() {
  const [sent, setSent] = useState('')
  const form = useForm({
    defaultValues: EMPTY,
    validators: { onSubmit: NewPetSchema },
    onSubmit: ({ value }) => setSent(JSON.stringify(value)),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      <form.Field name="name">
        {({ state, handleChange }) => (
          <>
            <label>
              Name <input value={state.value} onChange={({ target }) => handleChange(target.value)} />
            </label>
            <p id="name">{state.meta.errors.map((issue) => issue?.message)}</p>
          </>
        )}
      </form.Field>
      <form.Field name="owner.email">
        {({ state, handleChange }) => (
          <>
            <label>
              Email <input value={state.value} onChange={({ target }) => handleChange(target.value)} />
            </label>
            <p id="email">{state.meta.errors.map((issue) => issue?.message)}</p>
          </>
        )}
      </form.Field>
      <button type="submit">Send</button>
      <output>{sent}</output>
    </form>
  )
}
