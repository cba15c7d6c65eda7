import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../app/lazyPage'
import { onlyText } from '../data/tableAddress'

const search = z.object({ orgId: onlyText, token: onlyText, orgName: onlyText, inviter: onlyText })

export const Route = createFileRoute('/invite')({
  validateSearch: (given: Partial<z.output<typeof search>> & SearchSchemaInput) => z.parse(search, given),
  component: lazyPage(() => import('../screens/invites/InviteScreen')),
})
