import type { Api } from './api'
import { expect } from './fixtures'
import type { Running } from './startServer'

/** An owner of another organization of the demo data. */
export const partner = 'rival@offerdesk.example'

/** Where the newest mail to the address leads. */
export const linkTo = (server: Running, email: string) => {
  const mail = server
    .output()
    .split(/(?=Mail in the outbox for )/)
    .findLast((one) => one.startsWith(`Mail in the outbox for ${email}`) && one.includes('/admin/collaborations/'))
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail ?? '')?.[0] ?? 'http://nothing')
  return pathname + search
}

interface Shared {
  campaignId: string
  right: 'see' | 'sell'
}

/** Shares campaigns with the partner, who accepts all of it and gets 12.5 % of each sale; the id of the collaboration. */
export async function shareCampaigns(server: Running, owner: Api, rival: Api, campaigns: readonly Shared[]) {
  const invited = { organizationId: owner.organizationId, email: partner, share: 12.5, campaigns }
  const { id } = await owner.call<{ id: string }>('POST', '/collaborations', invited)
  await expect.poll(() => linkTo(server, partner)).toContain(id)
  const token = new URL(linkTo(server, partner), server.url).searchParams.get('token')
  await rival.call('POST', '/collaborations/accept', { organizationId: rival.organizationId, token, campaigns })
  return id
}
