"""Where the photographs are made: the folder RENDER_WORK, else build/renders of this project."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.path.abspath(os.environ.get('RENDER_WORK') or os.path.join(HERE, '..', '..', 'build', 'renders'))
MASTERS = os.path.join(WORK, 'masters')
LIST = os.path.join(WORK, 'pieces.json')
