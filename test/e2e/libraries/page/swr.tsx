import { useState } from 'react'
import useSWR, { SWRConfig, useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import useSWRMutation from 'swr/mutation'
import { createClient, getPet } from '../../../golden/outputs-for-libraries/expected/client.ts'
import {
  createPetSwrMutation,
  getPetSwr,
  listPetsSwr,
  listPetsSwrInfinite,
  petsSwrKeys,
} from '../../../golden/outputs-for-libraries/expected/swr.ts'

const { client } = createClient({ baseUrl: `${location.origin}/api` })

/** The page of `query.tsx`, by SWR. */
export function SwrPage() {
  return (
    <SWRConfig value={{ shouldRetryOnError: false, revalidateOnFocus: false }}>
      <Count />
      <Count />
      <Walk />
      <Add />
      <Missing />
    </SWRConfig>
  )
}

function Count() {
  const { data, isLoading } = useSWR(...listPetsSwr(client, { query: { limit: 2 } }))
  return <p className="count">{isLoading ? 'Loading' : `${data?.count} pets`}</p>
}

function Walk() {
  const { data, setSize, isLoading } = useSWRInfinite(
    ...listPetsSwrInfinite(client, { query: { limit: 2 } }),
    {
      revalidateFirstPage: false,
    },
  )
  return (
    <>
      <ol>{data?.flatMap(({ results }) => results.map(({ id, name }) => <li key={id}>{name}</li>))}</ol>
      <button type="button" disabled={isLoading} onClick={() => setSize((size) => size + 1)}>
        More
      </button>
    </>
  )
}

function Add() {
  const { mutate } = useSWRConfig()
  const { trigger } = useSWRMutation(...createPetSwrMutation(client), {
    onSuccess: () => mutate(petsSwrKeys),
  })
  return (
    <button type="button" onClick={() => trigger({ body: { name: 'Rex' } })}>
      Add
    </button>
  )
}

function Missing() {
  const [isAsked, setAsked] = useState(false)
  const { error } = useSWR(...getPetSwr(client, isAsked ? { path: { petId: 99 } } : null))
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      {getPet.isError(error) && error.status === 404 && <p role="alert">No pet: {error.status}</p>}
    </>
  )
}
