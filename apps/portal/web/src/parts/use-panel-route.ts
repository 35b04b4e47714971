import { useLocation, useNavigate, useParams } from 'react-router';

/** The side panel of an admin page: its address is the page's with one segment more, an id or `new`. */
export function usePanelRoute(page: string) {
  const { id } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const number = id !== undefined && /^\d+$/.test(id) ? Number(id) : null;
  return {
    isNew: id === 'new',
    id: number,
    /** Something that is neither a number nor `new`. */
    unknown: id !== undefined && id !== 'new' && number === null,
    open: (target: number | 'new') => void navigate(`${page}/${target}${search}`),
    close: () => void navigate(`${page}${search}`),
  };
}
