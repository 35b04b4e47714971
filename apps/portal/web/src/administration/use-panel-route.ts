import { useLocation, useNavigate, useParams } from 'react-router';

/** The side panel of an administration page, whose address ends with an id or `new`. */
export function usePanelRoute(page: string) {
  const { id } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const number = id !== undefined && /^\d+$/.test(id) ? Number(id) : null;
  return {
    isNew: id === 'new',
    id: number,
    /** Neither a number nor `new`. */
    unknown: id !== undefined && id !== 'new' && number === null,
    open: (target: number | 'new') => void navigate(`${page}/${target}${search}`),
    close: () => void navigate(`${page}${search}`),
  };
}
