import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { NewPetSchema } from '../../../golden/outputs-for-libraries/expected/schemas.ts'

/** A form of React Hook Form, which resolves by a generated schema. */
export function HookFormPage() {
  const [sent, setSent] = useState('')
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(NewPetSchema),
    defaultValues: { name: '', owner: { email: '' } },
  })
  const { name, owner } = formState.errors
  return (
    <form noValidate onSubmit={handleSubmit((pet) => setSent(JSON.stringify(pet)))}>
      <label>
        Name <input {...register('name')} />
      </label>
      <p id="name">{name?.message}</p>
      <label>
        Email <input {...register('owner.email')} />
      </label>
      <p id="email">{owner?.email?.message}</p>
      <button type="submit">Send</button>
      <output>{sent}</output>
    </form>
  )
}
