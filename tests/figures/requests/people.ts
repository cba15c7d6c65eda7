import { demoPassword } from '../../../server/db/demo'

/** A person of the demo data, and the ids of what their organizations hold. */
export interface Person {
  token: string
  organizationIds: readonly string[]
  /** By the name of the parameter or field that takes them. */
  ids: Record<string, string[]>
}

type Row = { id: string; instance?: { id: string } }

/** Signs in and reads what the person has. Throws when the server does not give it. */
export async function meet(url: string, email: string): Promise<Person> {
  const ask = async (method: string, path: string, token?: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}`)
    return response.json() as Promise<{ data: unknown }>
  }
  const { data } = await ask('POST', '/users/login', undefined, { email, password: demoPassword })
  const { token } = data as { token: string }
  const rows = async (path: string) => (await ask('GET', path, token)).data as Row[]
  const organizationIds = (await rows('/organizations')).map(({ id }) => id)
  const ids: Person['ids'] = { organizationId: [...organizationIds], importId: [] }
  const add = (name: string, found: string[]) => (ids[name] = [...(ids[name] ?? []), ...found])
  for (const organizationId of organizationIds) {
    const search = async (resource: string) =>
      (await ask('POST', '/search', token, { organizationId, resource, limit: 100 })).data as Row[]
    for (const [resource, name] of [
      ['campaigns', 'campaignId'],
      ['offers', 'offerId'],
      ['products', 'productId'],
      ['customers', 'customerId'],
      ['orders', 'orderId'],
    ] as const) {
      add(
        name,
        (await search(resource)).map(({ id }) => id),
      )
    }
    const within = `?organizationId=${organizationId}`
    add(
      'gatewayInstanceId',
      (await rows(`/gateways/instances${within}`)).map(({ id }) => id),
    )
    add(
      'pluginInstanceId',
      (await rows(`/plugins/installed${within}`)).map(({ instance }) => instance?.id ?? ''),
    )
  }
  return { token, organizationIds, ids }
}
