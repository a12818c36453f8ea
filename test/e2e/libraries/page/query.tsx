import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import { createClient, getPet } from '../../../golden/outputs-for-libraries/expected/client.ts'
import {
  createPetMutation,
  getPetQuery,
  listPetsInfiniteQuery,
  listPetsQuery,
} from '../../../golden/outputs-for-libraries/expected/query.ts'

const { client } = createClient({ baseUrl: `${location.origin}/api` })
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 600_000 } } })

/**
 * A page of a service's data: two places show one query, others walk a list, add to it
 * and ask for what is not there.
 */
export function QueryPage() {
  return (
    <QueryClientProvider client={queries}>
      <Count />
      <Count />
      <Walk />
      <Add />
      <Missing />
    </QueryClientProvider>
  )
}

function Count() {
  const { data, isPending } = useQuery(listPetsQuery(client, { query: { limit: 2 } }))
  return <p className="count">{isPending ? 'Loading' : `${data?.count} pets`}</p>
}

function Walk() {
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    listPetsInfiniteQuery(client, { query: { limit: 2 } }),
  )
  return (
    <>
      <ol>{data?.pages.flatMap(({ results }) => results.map(({ id, name }) => <li key={id}>{name}</li>))}</ol>
      <button type="button" disabled={!hasNextPage || isFetching} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  )
}

function Add() {
  const { mutate } = useMutation({
    ...createPetMutation(client),
    onSuccess: () => queries.invalidateQueries({ queryKey: listPetsQuery.key }),
  })
  return (
    <button type="button" onClick={() => mutate({ body: { name: 'Rex' } })}>
      Add
    </button>
  )
}

function Missing() {
  const [isAsked, setAsked] = useState(false)
  const { error } = useQuery({ ...getPetQuery(client, { path: { petId: 99 } }), enabled: isAsked })
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      {getPet.isError(error) && error.status === 404 && <p role="alert">No pet: {error.status}</p>}
    </>
  )
}
