import type { AnyActorRef } from 'xstate'
import type { Place } from '../../../machines/palette/palette.machine'

const most = 5

/** By workspace, which ends with its session, so that whoever signs in next sees nothing of it; of each organization its own. */
const kept = new WeakMap<AnyActorRef, Map<string, readonly Place[]>>()

/** Where a person went by the palette since they signed in, the last one first. */
export const recentPlaces = (workspace: AnyActorRef, organizationId: string | undefined): readonly Place[] =>
  kept.get(workspace)?.get(organizationId ?? '') ?? []

export function addRecentPlace(workspace: AnyActorRef, organizationId: string | undefined, place: Place): void {
  const others = recentPlaces(workspace, organizationId).filter(({ id }) => id !== place.id)
  const own = kept.get(workspace) ?? new Map<string, readonly Place[]>()
  kept.set(workspace, own.set(organizationId ?? '', [place, ...others].slice(0, most)))
}
