import {
  addAnchorSet,
  assignAnchors,
  assignCertificateAnchors,
  getAnchorSet,
  listAnchorAssignments,
  listAnchorSets,
  removeAnchorSet,
  updateAnchorSet,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const anchorsRouter = router({
  list: queryOf(listAnchorSets),
  get: queryOf(getAnchorSet),
  add: mutationOf(addAnchorSet),
  update: mutationOf(updateAnchorSet),
  remove: mutationOf(removeAnchorSet),
  assignments: queryOf(listAnchorAssignments),
  assign: mutationOf(assignAnchors),
  assignToCertificate: mutationOf(assignCertificateAnchors),
});
